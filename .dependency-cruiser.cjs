/**
 * The import rules of ARCHITECTURE.md, checked on the resolved module graph. `tsc -b` checks the
 * rules between top-level folders; dependency-cruiser also checks the rules inside them.
 *
 * contract ← loader, app, service ← mocks ← e2e
 *
 * app: main → boot → (bridge, shell → panels) → (state, api, ui, i18n) → contract
 *
 * service: main, admin → (server, operator) → (http, feed, scan) → (lookups, access, record) →
 * analysis;
 * markets and store behind interfaces
 *
 * Rules refer to folders; only entry points are named individually.
 */
// Tests, shared test suites, fixtures, and fakes.
const tests = '(\\.(test|suite|fixture|service)\\.tsx?|/fake-[^/]+\\.tsx?|/testing/.+)$'
// Configuration files in any folder run on Node.
const configurations = '\\.config\\.ts$'

/** Rule: modules that match `from` must not import modules that match `to`. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

// Files of the app and the service must be in a layer or be an entry point.
const layered =
  '^app/(boot|bridge|shell|panels|api|state|ui|i18n|testing)/|^app/(main\\.tsx|first\\.ts|[^/]+\\.d\\.ts|index\\.html)$|' +
  '^service/(http|feed|lookups|analysis|record|scan|access|markets|store|server|operator|shared|testing)/|^service/(main|admin|service)\\.ts$'
// The parts of the service that may use Node.
const nodeCode =
  '^service/(server|operator|store/(sqlite|postgres|sql)|markets/(recorded|cboe-eod))/|^service/markets/registry\\.ts$|^service/(main|admin)\\.ts$'
// The modules that import the OpenTelemetry SDK.
const telemetrySdk =
  '^service/server/telemetry/(exporters|metric-producer|sampler|span-recorder|start-telemetry|telemetry-log)\\.ts$'
const inLayer = { path: '^(app|service)/', pathNot: layered }

module.exports = {
  forbidden: [
    forbid('no-cycles', 'Modules must not import each other in a cycle.', {}, { circular: true }),
    forbid('resolvable', 'The import cannot be resolved.', {}, { couldNotResolve: true }),
    forbid(
      'contract-imports-nothing-of-ours',
      'All other folders depend on contract, so it must not depend on them.',
      { path: '^contract/' },
      { path: '^(loader|app|service|mocks|public|e2e|bench)/' },
    ),
    forbid(
      'loader-imports-contract-only',
      'The loader runs on the partner’s page, so it has no dependencies and no code of the app.',
      {
        path: '^loader/',
        pathNot: [tests, configurations, '^loader/packages/(react\\.tsx|element-\\w+\\.ts)$'],
      },
      { pathNot: '^(loader|contract)/' },
    ),
    forbid(
      'react-component-imports-react-only',
      'The React component uses the partner’s React and nothing else.',
      { path: '^loader/packages/react\\.tsx$' },
      { pathNot: '^(loader|contract)/|^node_modules/(@types/)?react/' },
    ),
    forbid(
      'element-imports-framework-types-only',
      'The framework typings of the element import only types of the framework.',
      { path: '^loader/packages/element-' },
      { pathNot: '^(loader|contract)/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'loader-script-imports-no-packages',
      '`/widgetLoader` contains no code of the entry points for bundlers.',
      { path: '^loader/', pathNot: '^loader/packages/' },
      { path: '^loader/packages/' },
    ),
    forbid(
      'testing-kit-has-no-dependencies',
      'The testing kit uses only Node and the types of the partner’s Playwright.',
      { path: '^loader/packages/testing/', pathNot: '\\.test\\.tsx?$' },
      { pathNot: '^(loader|contract)/', dependencyTypesNot: ['core', 'type-only'] },
    ),
    forbid(
      'app-imports-contract-only',
      'The app uses the service through the contract only.',
      { path: '^app/' },
      { path: '^(loader|service|mocks|public|e2e|bench)/' },
    ),
    forbid(
      'service-imports-contract-only',
      'The service uses the app through the contract only.',
      { path: '^service/' },
      { path: '^(loader|app|mocks|public|e2e|bench)/' },
    ),
    forbid(
      'docs-site-imports-openapi-only',
      'The site is built from Markdown and imports only contract and the service’s OpenAPI and HTML helpers.',
      { path: '^docs/site/', pathNot: [tests, configurations] },
      {
        path: '^(loader|app|mocks|public|e2e|bench)/|^service/(?!http/(openapi/.*|documents/(docs-placeholders|html))\\.ts$)',
      },
    ),
    forbid(
      'product-never-imports-docs-site',
      'The service serves the built site as files.',
      { pathNot: ['^docs/site/', '^mocks/', configurations] },
      { path: '^docs/site/' },
    ),
    forbid(
      'demo-uses-http-only',
      'The demo partner’s server and page use the service over HTTP only; only `start.ts` runs both.',
      { path: '^public/', pathNot: [tests, '^public/start\\.ts$'] },
      { path: '^(contract|loader|app|service|mocks|e2e|bench)/' },
    ),
    forbid(
      'only-e2e-imports-mocks',
      'Production contains no mocks: only e2e uses them, and a test compares the demo’s list of states with theirs.',
      { pathNot: ['^(mocks|e2e)/', '^public/.*\\.test\\.ts$'] },
      { path: '^mocks/' },
    ),
    forbid(
      'only-tests-import-tests',
      'Only tests use test code, except benchmarks: of the built product, with the kit of e2e, and of quotes, with a vendor’s stand-in.',
      { pathNot: [tests, configurations, '^(e2e|bench/(embed|chart|quotes))/'] },
      { path: [tests, '^e2e/'] },
    ),
    forbid('every-file-in-a-layer', 'A file outside the layers must not import modules.', inLayer, {}),
    forbid('every-file-in-a-layer-imported', 'A file outside the layers must not be imported.', {}, inLayer),

    // app: main → boot → (bridge, shell → panels) → (state, api, ui, i18n) → contract
    forbid(
      'panels-never-import-panels',
      'Code shared by two panels belongs to ui, state or api.',
      { path: '^app/panels/([^/]+)/' },
      { path: '^app/panels/([^/]+)/', pathNot: '^app/panels/$1/' },
    ),
    forbid(
      'app-lower-imports-upper',
      'boot → (bridge, shell → panels) → (state, api, ui, i18n).',
      { path: '^app/(state|api|ui|i18n)/', pathNot: tests },
      { path: '^app/(panels|shell|bridge|boot)/' },
    ),
    forbid(
      'panels-import-upward',
      'Panels do not depend on the shell that shows them.',
      { path: '^app/panels/', pathNot: tests },
      { path: '^app/(shell|bridge|boot)/' },
    ),
    forbid(
      'shell-imports-upward',
      'boot shows the shell and passes it messages of the page.',
      { path: '^app/shell/', pathNot: tests },
      { path: '^app/(bridge|boot)/' },
    ),
    forbid(
      'bridge-imports-types-only',
      'The bridge transports messages; boot interprets them. Type imports are allowed.',
      { path: '^app/bridge/', pathNot: tests },
      { path: '^app/(?!bridge/)', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'ui-imports-no-data',
      'ui has primitives that receive values as props.',
      { path: '^app/ui/', pathNot: tests },
      { path: '^app/(state|api)/' },
    ),
    forbid(
      'i18n-is-independent',
      'Texts and formats do not depend on their users.',
      { path: '^app/i18n/', pathNot: tests },
      { path: '^app/(state|api|ui)/' },
    ),
    forbid(
      'state-is-independent',
      'State does not depend on the code that fills it.',
      { path: '^app/state/', pathNot: tests },
      { path: '^app/(api|ui|i18n)/' },
    ),

    // service: main, admin → (server, operator) → (http, feed, scan) → (lookups, access) → analysis;
    // markets and store behind interfaces
    forbid(
      'node-code-for-entries-only',
      'Only entry points import code that needs Node; the rest of the service also runs in a browser.',
      { path: '^service/', pathNot: [nodeCode, tests] },
      { path: nodeCode },
    ),
    forbid(
      'operator-commands-need-no-server',
      'The server process does not know the command line.',
      { path: '^service/(?!operator/|admin\\.ts$)', pathNot: tests },
      { path: '^service/operator/' },
    ),
    forbid(
      'shared-imports-nothing',
      'Limits, log, metrics and async helpers are used everywhere: they import nothing of the service.',
      { path: '^service/shared/', pathNot: tests },
      { path: '^service/(?!shared/)' },
    ),
    forbid(
      'analysis-is-pure',
      'Pure functions: they may use a market’s interface and calendar only.',
      { path: '^service/analysis/', pathNot: tests },
      { path: '^service/(?!analysis/|shared/|markets/[^/]+$)' },
    ),
    forbid(
      'markets-are-independent',
      'A market source does not depend on its callers.',
      { path: '^service/markets/', pathNot: [tests, '^service/markets/registry\\.ts$'] },
      { path: '^service/(?!markets/|shared/|analysis/bars/)' },
    ),
    forbid(
      'store-is-independent',
      'Repositories may use the market calendar and do not depend on their callers.',
      { path: '^service/store/', pathNot: tests },
      { path: '^service/(?!store/|shared/|markets/[^/]+$)' },
    ),
    forbid(
      'lookups-and-access-import-downward',
      'Lookups and access control do not depend on a protocol.',
      { path: '^service/(lookups|access)/', pathNot: tests },
      { path: '^service/(http|feed|scan|server|operator|[^/]+\\.ts$)' },
    ),
    forbid(
      'record-imports-downward',
      'The sealed record depends on stores, markets and licence rules only.',
      { path: '^service/record/', pathNot: tests },
      { path: '^service/(http|feed|scan|access|server|operator|[^/]+\\.ts$)' },
    ),
    forbid(
      'lookups-and-access-are-independent',
      'Access control and lookups are independent of each other.',
      { path: '^service/(lookups|access)/', pathNot: tests },
      { path: '^service/(lookups|access)/', pathNot: '^service/$1/' },
    ),
    forbid(
      'protocols-import-downward',
      'HTTP, feed and scan do not use sockets, the disk or the assembled service.',
      { path: '^service/(http|feed|scan)/', pathNot: tests },
      { path: '^service/(server/|operator/|[^/]+\\.ts$)' },
    ),
    forbid(
      'protocols-are-independent',
      'HTTP, feed and scan are independent of each other.',
      { path: '^service/(http|feed|scan)/', pathNot: tests },
      { path: '^service/(http|feed|scan)/', pathNot: '^service/$1/' },
    ),
    forbid(
      'fakes-are-for-tests',
      'Fakes are for tests and mocks only.',
      { path: '^(app|service)/', pathNot: [tests, '^(app|service)/testing/'] },
      { path: '^(app|service)/testing/' },
    ),
    forbid(
      'web-standard-core',
      'This code also runs in the browser under MSW, so it uses no Node modules.',
      {
        path: '^(service|contract|loader|app)/',
        pathNot: [nodeCode, tests, configurations],
      },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'telemetry-is-loaded-on-demand',
      'Without a collector, the OpenTelemetry SDK costs nothing: it is imported dynamically, by open-telemetry.ts.',
      { path: '^service/', pathNot: [tests, telemetrySdk] },
      {
        path: `${telemetrySdk}|^node_modules/@opentelemetry/`,
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'production-needs-no-dev-dependency',
      'Production code may import only packages in "dependencies".',
      { path: '^(app|service|loader|contract)/', pathNot: tests },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '^(dist|\\.cache|\\.data|test-results|playwright-report|e2e/frameworks/apps)/|^virtual:',
    },
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
