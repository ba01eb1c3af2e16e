/**
 * The import rule of ARCHITECTURE.md, on the resolved graph. `tsc -b` says the same about the places; this also
 * looks inside them.
 *
 *   contract ← loader, app, service ← mocks ← e2e
 *   app:     main → shell → panels → (state, api, ui, i18n) → contract
 *   service: main → (app, feed, scan, admin) → (analysis, access); market and store behind interfaces
 */
// Tests, the suites they share, and the made-up data and stand-ins beside them or in a folder for all of a place's tests.
const tests = '(\\.(test|suite|fixture)\\.tsx?|/(made-up|fake-[^/]+)\\.tsx?|/testing/.+)$'

/** `from` (a regular expression of paths) may import nothing that matches `to`. */
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    never('no-cycles', 'A cycle has no beginning to read from.', {}, { circular: true }),
    never('resolvable', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
    never(
      'contract-imports-nothing-of-ours',
      'contract is what everyone stands on.',
      { path: '^contract/' },
      { path: '^(loader|app|service|mocks|public|e2e|bench)/' },
    ),
    never(
      'loader-imports-contract-only',
      'The loader is on the partner’s page: no dependencies, nothing of the app.',
      { path: '^loader/', pathNot: [tests, '^loader/react\\.tsx$'] },
      { pathNot: '^(loader|contract)/' },
    ),
    never(
      'react-component-imports-react-only',
      'For partners whose page has React: theirs, and nothing else.',
      { path: '^loader/react\\.tsx$' },
      { pathNot: '^(loader|contract)/|^node_modules/(@types/)?react/' },
    ),
    never(
      'loader-script-knows-no-packages',
      'What `/widgetLoader` serves holds nothing of the entry points for bundlers.',
      { path: '^loader/', pathNot: [tests, '^loader/(package-entry\\.ts|react\\.tsx|element\\.ts)$'] },
      { path: '^loader/(package-entry|react|element)\\.' },
    ),
    never(
      'app-imports-contract-only',
      'The app knows the service by the contract.',
      { path: '^app/' },
      { path: '^(loader|service|mocks|public|e2e|bench)/' },
    ),
    never(
      'service-imports-contract-only',
      'The service knows the app by the contract.',
      { path: '^service/' },
      { path: '^(loader|app|mocks|public|e2e|bench)/' },
    ),
    never(
      'nobody-imports-mocks',
      'Production cannot contain a mock: only e2e drives them.',
      { pathNot: '^(mocks|e2e)/' },
      { path: '^mocks/' },
    ),
    never(
      'nobody-imports-tests',
      'What a test needs lives beside it and stays there.',
      { pathNot: [tests, '^e2e/', '\\.config\\.ts$'] },
      { path: [tests, '^e2e/'] },
    ),
    never(
      'panels-never-import-panels',
      'What two panels share belongs to ui, state or api.',
      { path: '^app/panels/([^/]+)/' },
      { path: '^app/panels/([^/]+)/', pathNot: '^app/panels/$1/' },
    ),
    never(
      'app-lower-imports-upper',
      'main → shell → panels → (state, api, ui, i18n).',
      { path: '^app/(state|api|ui|i18n)/', pathNot: tests },
      { path: '^app/(panels/|shell|main|bridge)' },
    ),
    never(
      'panels-import-upward',
      'Panels know nothing of the shell that shows them.',
      { path: '^app/panels/', pathNot: tests },
      { path: '^app/(shell|main|bridge)' },
    ),
    never(
      'ui-knows-no-data',
      'ui is primitives: values come in as props.',
      { path: '^app/ui/', pathNot: tests },
      { path: '^app/(state|api|bridge)' },
    ),
    never(
      'analysis-is-pure',
      'Numbers in, numbers out.',
      { path: '^service/analysis/', pathNot: tests },
      { path: '^service/(?!analysis/)', pathNot: '^service/market/(market|calendar)\\.ts$' },
    ),
    never(
      'market-stands-alone',
      'A source of data knows nothing of who asks.',
      { path: '^service/market/', pathNot: tests },
      { path: '^service/(?!market/)' },
    ),
    never(
      'stores-are-chosen-by-main',
      'Behind the interfaces of scan and access anything may stand.',
      { path: '^service/(app|feed|scan|access)(/|\\.ts)', pathNot: tests },
      { path: '^service/store/.*(sqlite|postgres|kysely)' },
    ),
    never(
      'scan-and-feed-know-no-http',
      'app.ts speaks HTTP; the others are used by it.',
      { path: '^service/(analysis|scan|feed|access|market|store)(/|\\.ts)', pathNot: tests },
      { path: '^service/(app|main|admin)(/|\\.ts)' },
    ),
    never(
      'web-standard-core',
      'The same code runs in the browser under MSW.',
      {
        path: ['^service/(app|feed|analysis|scan|access)(/|\\.ts)', '^(contract|loader|app)/'],
        pathNot: tests,
      },
      { dependencyTypes: ['core'] },
    ),
    never(
      'production-needs-no-dev-dependency',
      'What runs for users is in "dependencies".',
      { path: '^(app|service|loader|contract)/', pathNot: tests },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.cache|\\.data|test-results|playwright-report|docs)/|^virtual:' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json', '.css', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
}
