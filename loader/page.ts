/** What all widgets of a page share, however many there are: one listener per event, one observer. */
import type { WidgetReport } from './report.ts'

/**
 * Something has happened on the page: a window message, a policy violation, a new widget that takes a destination
 * over, or (with none of these fields) a change of the document.
 */
export type PageEvent = Partial<
  Pick<MessageEvent, 'source' | 'origin' | 'data'> &
    Pick<SecurityPolicyViolationEvent, 'effectiveDirective' | 'disposition' | 'blockedURI'> & {
      takes: string
    }
>

/** The live widgets: how each hears of what happened, and its report. */
export const widgets = new Map<(event: PageEvent) => void, WidgetReport>()

export const broadcast = (event: PageEvent): void => widgets.forEach((_report, hear) => hear(event))

// Runs after the script that changed the document, so that what was removed and put back is not gone.
export const observer = new MutationObserver(broadcast as () => void)
