import { Suspense, useState } from 'react'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { DisclosureButton } from '#app/ui/controls/disclosure.tsx'
import { Failure } from '#app/ui/failure.tsx'

/**
 * Button that shows or hides the volatility of the last year. Hover and focus preload the code of the
 * content.
 */
export function VolatilityDisclosure({ symbol }: { symbol: string }) {
  const { t } = useTranslation('why')
  const [isOpen, setIsOpen] = useState(false)
  const [shouldPreload, setShouldPreload] = useState(false)
  const preload = () => setShouldPreload(true)
  const content = useLazyModule(
    'why/volatility',
    () => import('./volatility-year.tsx'),
    shouldPreload || isOpen,
  )
  const chartModule = useLazyModule(
    'charts',
    () => import('#app/ui/charts/line-chart.tsx'),
    shouldPreload || isOpen,
  )
  return (
    <div className="why-volatility" aria-busy={isOpen && chartModule.isFetching}>
      <DisclosureButton
        data-action="volatility"
        isOpen={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('facts.volatility')}
      </DisclosureButton>
      {isOpen &&
        (content.data ? (
          <Suspense>
            <content.data.VolatilityYear symbol={symbol} />
          </Suspense>
        ) : (
          content.errorUpdateCount > 0 && (
            <Failure
              problem={problemOf(content.error)}
              title={t('facts.volatility')}
              busy={content.isFetching}
              onRetry={() => void content.refetch()}
            />
          )
        ))}
    </div>
  )
}
