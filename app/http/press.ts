/** The name of the form's secret, which makes two presses of one button a single act. */
export const PRESS = 'press'
