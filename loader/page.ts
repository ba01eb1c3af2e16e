/** What all widgets of a page share, however many there are: one listener per event, one observer. */
import type { WidgetReport } from './report.ts'

/**
 * Something has happened on the page: a window message, a policy violation, a new widget that takes a destination
 * over, or (with none of these fields) a change of the document.
 */
export type Sign = Partial<
  Pick<MessageEvent, 'source' | 'origin' | 'data'> &
    Pick<SecurityPolicyViolationEvent, 'effectiveDirective' | 'disposition' | 'blockedURI'> & {
      takes: string
    }
>

/** The live widgets: how each hears of what happened, and its report. */
export const widgets = new Map<(sign: Sign) => void, WidgetReport>()

export const announce = (sign: Sign): void => widgets.forEach((_report, hear) => hear(sign))

// Runs after the script that changed the document, so that what was removed and put back is not gone.
export const observer = new MutationObserver(announce as () => void)
