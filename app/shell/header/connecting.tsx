import { useTranslation } from 'react-i18next'
import { Chip } from '#app/ui/chip.tsx'

/** The data's status before anything is known of it. */
export const Connecting = () => (
  <span className="data-status">
    <Chip mark="◷">{useTranslation().t('screen.connecting')}</Chip>
  </span>
)
