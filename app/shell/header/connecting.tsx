import { useTranslation } from '#app/i18n/use-translation.ts'
import { Chip } from '#app/ui/chip.tsx'

/** The data's status before anything is known of it. */
export const Connecting = () => (
  <span className="data-status">
    <Chip mark="◷">{useTranslation().t('screen.connecting')}</Chip>
  </span>
)
