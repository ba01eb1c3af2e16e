import { useTranslation } from '#app/i18n/use-translation.ts'
import { Chip, clockMark } from '#app/ui/chip.tsx'

/** Replaces the data status until it is known. */
export const Connecting = () => (
  <span className="data-status">
    <Chip mark={clockMark}>{useTranslation().t('screen.connecting')}</Chip>
  </span>
)
