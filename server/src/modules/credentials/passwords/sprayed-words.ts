/** Seasons, months and days in languages whose dictionaries are not loaded: what passwords that must change are made of. */
export const calendarWords: readonly string[] = [
  ...['sommer', 'winter', 'herbst', 'frühling', 'fruehling', 'januar', 'februar', 'märz', 'maerz', 'juni', 'juli'],
  ...['oktober', 'dezember', 'montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag'],
  ...['été', 'hiver', 'automne', 'printemps', 'janvier', 'février', 'fevrier', 'avril', 'juin', 'juillet', 'août'],
  ...['septembre', 'octobre', 'novembre', 'décembre', 'decembre', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi'],
  ...['estate', 'inverno', 'autunno', 'primavera', 'gennaio', 'febbraio', 'giugno', 'luglio', 'settembre', 'ottobre'],
  ...['dicembre', 'lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi', 'verão', 'verao', 'outono', 'janeiro'],
  ...['fevereiro', 'março', 'junho', 'julho', 'setembro', 'outubro', 'dezembro', 'zomer', 'herfst', 'lente'],
]

const FIRST_YEAR = 1950
const LAST_YEAR = 2049
const SIGNS = ['!', '!!', '.', '?', '#', '@', '$', '*', '!1']

/** Years with the sign that rules for kinds of characters ask for, likely ones first; `2026!` is one guess, not ten thousand. */
export function yearsWithSigns(): string[] {
  const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, i) => LAST_YEAR - i)
  const likely = years.filter((year) => year >= 2015 && year <= 2035)
  const ordered = [...likely, ...years.filter((year) => !likely.includes(year))]
  const signed = ordered.flatMap((year) => SIGNS.flatMap((sign) => [`${year}${sign}`, `${sign}${year}`]))
  return [...['1!', '123!', '1234!', '12!', '01!', '12345!', '!@#', '123#'], ...signed]
}
