/** Version of this package, inserted by the build. */
declare const __VERSION__: string
