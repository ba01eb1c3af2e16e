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
// Tests, shared suites, and fakes beside them or in a `testing` folder.
const tests = '(\\.(test|suite|fixture|service)\\.tsx?|/fake-[^/]+\\.tsx?|/testing/.+)$'
// Configuration files in any folder run on Node.
const configurations = '\\.config\\.ts$'

/** `from` (a regular expression of paths) may import nothing that matches `to`. */
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

// Files of the app and the service must be in a layer or be an entry point.
const layered =
  '^app/(boot|bridge|shell|panels|api|state|ui|i18n|testing)/|^app/(main\\.tsx|first\\.ts|[^/]+\\.d\\.ts|index\\.html)$|' +
  '^service/(http|feed|lookups|analysis|scan|access|markets|store|server|operator|shared|testing)/|^service/(main|admin|service)\\.ts$'
// The parts of the service that may use Node.
const onNode =
  '^service/(server|operator|store/(sqlite|postgres|sql)|markets/recorded)/|^service/markets/registry\\.ts$|^service/(main|admin)\\.ts$'
const inLayer = { path: '^(app|service)/', pathNot: layered }

module.exports = {
  forbidden: [
    never('no-cycles', 'A cycle cannot be read in order.', {}, { circular: true }),
    never('resolvable', 'The import cannot be resolved.', {}, { couldNotResolve: true }),
    never(
      'contract-imports-nothing-of-ours',
      'All other folders depend on contract.',
      { path: '^contract/' },
      { path: '^(loader|app|service|mocks|public|e2e|bench)/' },
    ),
    never(
      'loader-imports-contract-only',
      'The loader runs on the partner’s page: no dependencies and no code of the app.',
      {
        path: '^loader/',
        pathNot: [tests, configurations, '^loader/packages/(react\\.tsx|element-\\w+\\.ts)$'],
      },
      { pathNot: '^(loader|contract)/' },
    ),
    never(
      'react-component-imports-react-only',
      'It uses the partner’s React and nothing else.',
      { path: '^loader/packages/react\\.tsx$' },
      { pathNot: '^(loader|contract)/|^node_modules/(@types/)?react/' },
    ),
    never(
      'element-is-typed-for-frameworks',
      'It only imports types of the framework.',
      { path: '^loader/packages/element-' },
      { pathNot: '^(loader|contract)/', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'loader-script-knows-no-packages',
      '`/widgetLoader` contains no code of the entry points for bundlers.',
      { path: '^loader/', pathNot: '^loader/packages/' },
      { path: '^loader/packages/' },
    ),
    never(
      'testing-kit-brings-nothing-along',
      'It only uses Node and the types of the partner’s Playwright.',
      { path: '^loader/packages/testing/', pathNot: '\\.test\\.tsx?$' },
      { pathNot: '^(loader|contract)/', dependencyTypesNot: ['core', 'type-only'] },
    ),
    never(
      'app-imports-contract-only',
      'The app uses the service through the contract only.',
      { path: '^app/' },
      { path: '^(loader|service|mocks|public|e2e|bench)/' },
    ),
    never(
      'service-imports-contract-only',
      'The service uses the app through the contract only.',
      { path: '^service/' },
      { path: '^(loader|app|mocks|public|e2e|bench)/' },
    ),
    never(
      'docs-read-what-they-describe',
      'The site is built from Markdown and the service’s OpenAPI and HTML helpers; its browser part imports nothing of the product.',
      { path: '^docs/site/', pathNot: [tests, configurations] },
      {
        path: '^(loader|app|mocks|public|e2e|bench)/|^service/(?!http/(openapi/.*|documents/(docs-placeholders|html))\\.ts$)',
      },
    ),
    never(
      'nobody-imports-the-docs',
      'The service serves the built site as files.',
      { pathNot: ['^docs/site/', '^mocks/', configurations] },
      { path: '^docs/site/' },
    ),
    never(
      'demo-stands-for-any-partner',
      'Its server and page use the service over HTTP only; only `start.ts` runs both.',
      { path: '^public/', pathNot: [tests, '^public/start\\.ts$'] },
      { path: '^(contract|loader|app|service|mocks|e2e|bench)/' },
    ),
    never(
      'nobody-imports-mocks',
      'Production contains no mock: only e2e uses them, and a test compares the demo’s list of states with theirs.',
      { pathNot: ['^(mocks|e2e)/', '^public/.*\\.test\\.ts$'] },
      { path: '^mocks/' },
    ),
    never(
      'nobody-imports-tests',
      'Test code is used by tests only; benchmarks of the built product use the same kit.',
      { pathNot: [tests, configurations, '^(e2e|bench/(embed|chart))/'] },
      { path: [tests, '^e2e/'] },
    ),
    never('every-file-in-a-layer', 'A layer is a folder.', inLayer, {}),
    never('every-file-in-a-layer-imported', 'A layer is a folder.', {}, inLayer),

    // app: main → boot → (bridge, shell → panels) → (state, api, ui, i18n) → contract
    never(
      'panels-never-import-panels',
      'Code shared by two panels belongs to ui, state or api.',
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
      'Panels do not depend on the shell that shows them.',
      { path: '^app/panels/', pathNot: tests },
      { path: '^app/(shell|bridge|boot)/' },
    ),
    never(
      'shell-imports-upward',
      'boot shows the shell and passes it messages of the page.',
      { path: '^app/shell/', pathNot: tests },
      { path: '^app/(bridge|boot)/' },
    ),
    never(
      'bridge-carries-only',
      'The bridge transports messages; boot interprets them. Type imports are allowed.',
      { path: '^app/bridge/', pathNot: tests },
      { path: '^app/(?!bridge/)', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'ui-knows-no-data',
      'ui has primitives that get values as props.',
      { path: '^app/ui/', pathNot: tests },
      { path: '^app/(state|api)/' },
    ),
    never(
      'i18n-stands-alone',
      'Texts and formats do not depend on their users.',
      { path: '^app/i18n/', pathNot: tests },
      { path: '^app/(state|api|ui)/' },
    ),
    never(
      'state-stands-alone',
      'State does not depend on the code that fills it.',
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
      'Pure functions: they may use a market’s interface and calendar only.',
      { path: '^service/analysis/', pathNot: tests },
      { path: '^service/(?!analysis/|shared/|markets/[^/]+$)' },
    ),
    never(
      'markets-stand-alone',
      'A market source does not depend on its callers.',
      { path: '^service/markets/', pathNot: [tests, '^service/markets/registry\\.ts$'] },
      { path: '^service/(?!markets/|shared/|analysis/bars/)' },
    ),
    never(
      'store-stands-alone',
      'Repositories may use the market calendar and do not depend on their callers.',
      { path: '^service/store/', pathNot: tests },
      { path: '^service/(?!store/|shared/|markets/[^/]+$)' },
    ),
    never(
      'lookups-and-access-import-downward',
      'Lookups and access control do not depend on a protocol.',
      { path: '^service/(lookups|access)/', pathNot: tests },
      { path: '^service/(http|feed|scan|server|operator|[^/]+\\.ts$)' },
    ),
    never(
      'lookups-and-access-are-apart',
      'Access control and lookups are independent of each other.',
      { path: '^service/(lookups|access)/', pathNot: tests },
      { path: '^service/(lookups|access)/', pathNot: '^service/$1/' },
    ),
    never(
      'protocols-import-downward',
      'HTTP, feed and scan use no sockets, no disk and not the assembled service.',
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
      'Fakes are for tests and mocks only.',
      { path: '^(app|service)/', pathNot: [tests, '^(app|service)/testing/'] },
      { path: '^(app|service)/testing/' },
    ),
    never(
      'web-standard-core',
      'The same code runs in the browser under MSW, except Node code and entry points.',
      {
        path: '^(service|contract|loader|app)/',
        pathNot: [onNode, tests, configurations],
      },
      { dependencyTypes: ['core'] },
    ),
    never(
      'production-needs-no-dev-dependency',
      'Production code needs packages in "dependencies".',
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
