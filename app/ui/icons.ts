/** Lines of the icons. Those of the first screen are in first-icons.ts. */

export const search = 'M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10Zm3.6-1.4L14 14'
export const close = 'M4 4l8 8M12 4l-8 8'
export const chevron = 'M4 6l4 4 4-4'
export const share = 'M8 10V2M5 4.5L8 2l3 2.5M3 8v5.5h10V8'
export const settings = 'M2 4.5h7M12 4.5h2M2 11.5h2M7 11.5h7M9 2.5v4h3v-4H9ZM4 9.5v4h3v-4H4Z'
export const minus = 'M3 8h10'
export const plus = 'M3 8h10M8 3v10'
