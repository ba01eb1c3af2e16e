/** Stands for `/widgetLoader` in tests: the test page says what the script does. */
window.fakeLoader?.(document.currentScript)
