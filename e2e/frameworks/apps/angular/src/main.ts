import { Component, provideZonelessChangeDetection } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { provideRouter, RouterLink, RouterOutlet } from '@angular/router'
import { Ideas } from './ideas.component'

@Component({ selector: 'app-about', template: '<h1>About</h1>' })
class About {}

@Component({
  selector: 'app-root',
  imports: [RouterLink, RouterOutlet],
  template: `
    <nav><a routerLink="/">Ideas</a> <a routerLink="/about">About</a></nav>
    <router-outlet />
  `,
})
class App {}

const routes = [
  { path: '', component: Ideas },
  { path: 'about', component: About },
]

void bootstrapApplication(App, { providers: [provideZonelessChangeDetection(), provideRouter(routes)] })
