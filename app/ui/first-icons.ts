/** Lines of the icons that the first screen shows. */

export const layers = 'M8 2l6 3-6 3-6-3 6-3ZM2 8.5l6 3 6-3M2 11.5l6 3 6-3'
export const filter = 'M2 3.5h12M4.5 8h7M6.5 12.5h3'
export const external = 'M9 2.5h4.5V7M13.5 2.5L7.5 8.5M11.5 9.5v4h-9v-9h4'
