/** Called when the timetable has been replaced in this process. */
export function forgetPlaces(): void {}
