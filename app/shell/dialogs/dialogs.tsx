/** Renders the open dialog (state/dialogs.ts). A dialog is loaded when it is first opened. */
import { type ComponentType, Suspense, useEffect } from 'react'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useAppState } from '#app/state/app-state.ts'
import { closeDialog, type DialogName, useDialog } from '#app/state/dialogs.ts'

type Content = ComponentType<{ onClose: () => void }>

const load: Record<DialogName, () => Promise<Content>> = {
  shortcuts: () => import('./shortcuts-dialog.tsx').then((m) => m.ShortcutsDialog),
  disclaimer: () => import('./disclaimer.tsx').then((m) => m.Disclaimer),
  method: () => import('./method-dialog.tsx').then((m) => m.MethodDialog),
}

export function Dialogs() {
  const name = useDialog((dialog) => dialog.open)
  return name && <LazyDialog key={name} name={name} />
}

function LazyDialog({ name }: { name: DialogName }) {
  const app = useAppState()
  const { data: Dialog, isError } = useLazyModule(name, load[name])
  // After a load error the dialog is closed, so that opening it again retries the loading.
  useEffect(() => {
    if (isError) closeDialog(app)
  }, [app, isError])
  return (
    Dialog && (
      <Suspense>
        <Dialog onClose={() => closeDialog(app)} />
      </Suspense>
    )
  )
}
