/** Version of the app, defined by the build. */
declare const __VERSION__: string
