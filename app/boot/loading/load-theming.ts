/** Loads the code of the page's accent, font and radius; undefined if that fails: the widget then keeps its own. */
export const loadTheming = () => import('#app/boot/document/theming.ts').catch(() => undefined)
