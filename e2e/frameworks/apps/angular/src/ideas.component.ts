import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core'
import '@options-analysis/widget/element'

declare global {
  interface Window {
    partner: { src: string; apiKey: string }
  }
}

@Component({
  selector: 'app-ideas',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <button (click)="symbol.set('MSFT')">Show MSFT</button>
    <button (click)="theme.set('dark')">Dark theme</button>
    <output>{{ status() }}, {{ symbol() }}</output>
    <service-widget
      [src]="partner.src"
      [apiKey]="partner.apiKey"
      user-id="user-1"
      [symbol]="symbol()"
      [theme]="theme()"
      (symbolchanged)="symbol.set($event.detail)"
      (ready)="status.set('ready')"
      (error)="status.set($event.detail.code)"
    ></service-widget>
  `,
})
export class Ideas {
  readonly partner = window.partner
  readonly symbol = signal('AAPL')
  readonly theme = signal('light')
  readonly status = signal('loading')
}
