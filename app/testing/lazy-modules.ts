/**
 * Loads the lazy modules that the tests of `boot/` open, before the tests: the Vite server compiles a module when it is first
 * requested, which can exceed a test's timeout.
 */
export const loadLazyModules = () =>
  Promise.all([
    import('#app/panels/why/chart/price-chart.tsx'),
    import('#app/panels/how/grid/trades.tsx'),
    import('#app/panels/how/chain/chain.tsx'),
    import('#app/panels/how/compare/compare-dialog.tsx'),
    import('#app/shell/parts.tsx'),
    import('#app/shell/settings/settings-menu.tsx'),
    import('#app/shell/dialogs/shortcuts-dialog.tsx'),
    import('#app/shell/dialogs/disclaimer.tsx'),
    import('#app/boot/document/background.ts'),
  ])
