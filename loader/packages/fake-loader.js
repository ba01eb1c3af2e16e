/** Fake `/widgetLoader` for tests: the test page defines its behaviour. */
window.fakeLoader?.(document.currentScript)
