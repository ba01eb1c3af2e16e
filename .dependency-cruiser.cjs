/**
 * The import rules of ARCHITECTURE.md, on the resolved module graph. `tsc -b` checks the same between
 * top-level folders; this also checks inside them.
 *
 * contract ← loader, app, service ← mocks ← e2e
 *
 * app: main → boot → (bridge, shell → panels) → (state, api, ui, i18n) → contract
 *
 * service: main, admin → (server, operator) → (http, feed, scan) → (lookups, access) → analysis; markets and
 * store behind interfaces
 *
 * Rules name folders; only entry points are named individually.
 */
// Tests, the suites they share, and stand-ins beside them or in a folder for all of a place's tests.
const tests = '(\\.(test|suite|fixture|service)\\.tsx?|/fake-[^/]+\\.tsx?|/testing/.+)$'
// Tools load configuration files on Node, in whatever folder they are.
const configurations = '\\.config\\.ts$'

/** `from` (a regular expression of paths) may import nothing that matches `to`. */
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

// Where a file of these places may lie: in a layer, or as one of the entries.
const layered =
  '^app/(boot|bridge|shell|panels|api|state|ui|i18n|testing)/|^app/(main\\.tsx|first\\.ts|[^/]+\\.d\\.ts|index\\.html)$|' +
  '^service/(http|feed|lookups|analysis|scan|access|markets|store|server|operator|shared|testing)/|^service/(main|admin|service)\\.ts$'
// The parts of the service that may use Node.
const onNode =
  '^service/(server|operator|store/(sqlite|postgres|sql)|markets/recorded)/|^service/markets/registry\\.ts$|^service/(main|admin)\\.ts$'
const inLayer = { path: '^(app|service)/', pathNot: layered }

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
      {
        path: '^loader/',
        pathNot: [tests, configurations, '^loader/packages/(react\\.tsx|element-\\w+\\.ts)$'],
      },
      { pathNot: '^(loader|contract)/' },
    ),
    never(
      'react-component-imports-react-only',
      'For partners whose page has React: theirs, and nothing else.',
      { path: '^loader/packages/react\\.tsx$' },
      { pathNot: '^(loader|contract)/|^node_modules/(@types/)?react/' },
    ),
    never(
      'element-is-typed-for-frameworks',
      'Types of the framework alone: the script is the element’s own.',
      { path: '^loader/packages/element-' },
      { pathNot: '^(loader|contract)/', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'loader-script-knows-no-packages',
      'What `/widgetLoader` serves holds nothing of the entry points for bundlers.',
      { path: '^loader/', pathNot: '^loader/packages/' },
      { path: '^loader/packages/' },
    ),
    never(
      'testing-kit-brings-nothing-along',
      'For partners’ tests: Node and the types of their own Playwright, and nothing else.',
      { path: '^loader/packages/testing/', pathNot: '\\.test\\.tsx?$' },
      { pathNot: '^(loader|contract)/', dependencyTypesNot: ['core', 'type-only'] },
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
      'docs-read-what-they-describe',
      'The site is built of Markdown and of what the service says of its API and of HTML; its browser part imports nothing of ours.',
      { path: '^docs/site/', pathNot: [tests, configurations] },
      {
        path: '^(loader|app|mocks|public|e2e|bench)/|^service/(?!http/(openapi/.*|documents/(docs-words|html))\\.ts$)',
      },
    ),
    never(
      'nobody-imports-the-docs',
      'What is built of them is served as files.',
      { pathNot: ['^docs/site/', '^mocks/', configurations] },
      { path: '^docs/site/' },
    ),
    never(
      'demo-stands-for-any-partner',
      'Its server and its page know the service over HTTP only; `start.ts` alone runs both.',
      { path: '^public/', pathNot: [tests, '^public/start\\.ts$'] },
      { path: '^(contract|loader|app|service|mocks|e2e|bench)/' },
    ),
    never(
      'nobody-imports-mocks',
      'Production cannot contain a mock: only e2e drives them, and the demo’s list of states is held against theirs.',
      { pathNot: ['^(mocks|e2e)/', '^public/.*\\.test\\.ts$'] },
      { path: '^mocks/' },
    ),
    never(
      'nobody-imports-tests',
      'What a test needs lives beside it and stays there; a bench of the built thing drives it with the same kit.',
      { pathNot: [tests, configurations, '^(e2e|bench/(embed|chart))/'] },
      { path: [tests, '^e2e/'] },
    ),
    never('every-file-in-a-layer', 'A layer is a folder.', inLayer, {}),
    never('every-file-in-a-layer-imported', 'A layer is a folder.', {}, inLayer),

    // app: main → boot → (bridge, shell → panels) → (state, api, ui, i18n) → contract
    never(
      'panels-never-import-panels',
      'What two panels share belongs to ui, state or api.',
      { path: '^app/panels/([^/]+)/' },
      { path: '^app/panels/([^/]+)/', pathNot: '^app/panels/$1/' },
    ),
    never(
      'app-lower-imports-upper',
      'boot → (bridge, shell → panels) → (state, api, ui, i18n).',
      { path: '^app/(state|api|ui|i18n)/', pathNot: tests },
      { path: '^app/(panels|shell|bridge|boot)/' },
    ),
    never(
      'panels-import-upward',
      'Panels know nothing of the shell that shows them.',
      { path: '^app/panels/', pathNot: tests },
      { path: '^app/(shell|bridge|boot)/' },
    ),
    never(
      'shell-imports-upward',
      'The shell is shown by boot, and hears of the page through it.',
      { path: '^app/shell/', pathNot: tests },
      { path: '^app/(bridge|boot)/' },
    ),
    never(
      'bridge-carries-only',
      'The bridge carries messages; what they mean is for boot to say. A type is no weight to carry.',
      { path: '^app/bridge/', pathNot: tests },
      { path: '^app/(?!bridge/)', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'ui-knows-no-data',
      'ui is primitives: values come in as props.',
      { path: '^app/ui/', pathNot: tests },
      { path: '^app/(state|api)/' },
    ),
    never(
      'i18n-stands-alone',
      'Words and formats know nothing of what is written with them.',
      { path: '^app/i18n/', pathNot: tests },
      { path: '^app/(state|api|ui)/' },
    ),
    never(
      'state-stands-alone',
      'State is values and their changes; what fills them knows it, never the other way round.',
      { path: '^app/state/', pathNot: tests },
      { path: '^app/(api|ui|i18n)/' },
    ),

    // service: main, admin → (server, operator) → (http, feed, scan) → (lookups, access) → analysis; markets and store behind interfaces
    never(
      'node-only-behind-the-entries',
      'Code that needs Node is reached from the entry points only; the rest of the service also runs in a browser.',
      { path: '^service/', pathNot: [onNode, tests] },
      { path: onNode },
    ),
    never(
      'operator-commands-need-no-server',
      'The server process does not know the command line.',
      { path: '^service/(?!operator/|admin\\.ts$)', pathNot: tests },
      { path: '^service/operator/' },
    ),
    never(
      'shared-imports-nothing',
      'Limits, log, metrics and async helpers are used everywhere: they import nothing of the service.',
      { path: '^service/shared/', pathNot: tests },
      { path: '^service/(?!shared/)' },
    ),
    never(
      'analysis-is-pure',
      'Numbers in, numbers out: of a market only its interface and its calendar.',
      { path: '^service/analysis/', pathNot: tests },
      { path: '^service/(?!analysis/|shared/|markets/[^/]+$)' },
    ),
    never(
      'markets-stand-alone',
      'A market source does not know its callers.',
      { path: '^service/markets/', pathNot: [tests, '^service/markets/registry\\.ts$'] },
      { path: '^service/(?!markets/|shared/|analysis/bars/)' },
    ),
    never(
      'store-stands-alone',
      'Repositories know the calendar of a market and nothing of their callers.',
      { path: '^service/store/', pathNot: tests },
      { path: '^service/(?!store/|shared/|markets/[^/]+$)' },
    ),
    never(
      'lookups-and-access-import-downward',
      'Look-ups and access control know no protocol.',
      { path: '^service/(lookups|access)/', pathNot: tests },
      { path: '^service/(http|feed|scan|server|operator|[^/]+\\.ts$)' },
    ),
    never(
      'lookups-and-access-are-apart',
      'Access control is independent of the results of look-ups.',
      { path: '^service/(lookups|access)/', pathNot: tests },
      { path: '^service/(lookups|access)/', pathNot: '^service/$1/' },
    ),
    never(
      'protocols-import-downward',
      'HTTP, feed and scan know no sockets, no disk and not the whole service.',
      { path: '^service/(http|feed|scan)/', pathNot: tests },
      { path: '^service/(server/|operator/|[^/]+\\.ts$)' },
    ),
    never(
      'protocols-are-apart',
      'HTTP, feed and scan are independent of each other.',
      { path: '^service/(http|feed|scan)/', pathNot: tests },
      { path: '^service/(http|feed|scan)/', pathNot: '^service/$1/' },
    ),
    never(
      'stand-ins-are-for-tests',
      'Simulated data is for tests and mocks.',
      { path: '^(app|service)/', pathNot: [tests, '^(app|service)/testing/'] },
      { path: '^(app|service)/testing/' },
    ),
    never(
      'web-standard-core',
      'The same code runs in the browser under MSW: all of the service but node and the entries.',
      {
        path: '^(service|contract|loader|app)/',
        pathNot: [onNode, tests, configurations],
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
    exclude: { path: '^(dist|\\.cache|\\.data|test-results|playwright-report)/|^virtual:' },
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
