/** The locale in which dates, numbers and lists are written: that of the words of the dashboard, not the one of the browser. */
export const LOCALE = 'en-GB'
