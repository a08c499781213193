/** Words that questions have, and that say nothing about what is searched. */
const STOP_WORDS = new Set(
  `a about again all already also am an and any anyone are as at available be been before being by can cannot could currently did do
   does each every exist find for from get give go going gone had has have how i if in into is it its just keep let list look lookup make
   many may me might more most much my need new no now of off on one only or our out over own people please possible possibly put right
   same see seen should show so some someone something somewhere still such take tell than that the their them then there these they
   thing this those through to today too try under until up us use used using via want was we were what when where whether which while
   whom whose why will wish with without would yesterday yet you your`.split(/\s+/),
)

/** The words of a text. Names in camel case are split. */
export function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9]{2})([A-Z])/g, '$1 $2')
    .replaceAll(/['’](?:s|t|re|ve|ll)?\b/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
}

/** A word without its ending, so that `targets`, `targeted` and `targeting` are one. Null for a word that is not searched. */
export function stemOf(word: string): string | null {
  if (word.length < 2 || STOP_WORDS.has(word)) return null
  const singular = word
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=[osxz]|[cs]h)es$/, '')
    .replace(/(?<=.[^aious]|...[ao])s$/, '')
  const stem = singular.replace(/(?<=[aeiouy].*[a-z])(?:ing|ed)$/, '')
  return (stem === singular ? stem : stem.replace(/([bdgmnprt])\1$/, '$1')).replace(/(?<=.{3})e$/, '')
}
