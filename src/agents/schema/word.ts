/** Words that questions have, and that say nothing about what is searched. */
const STOP_WORDS = new Set(
  `a about again all already also am an and any anyone are as at available be been before being by can cannot could currently did do
   does each every exist find for from get give go going gone had has have how i if in into is it its just keep let list look lookup make
   many may me might more most much my need new no now of off on one only or our out over own people please possible possibly put right
   same see seen should show so some someone something somewhere still such take tell than that the their them then there these they
   thing this those through to today too try under until up us use used using via want was we were what when where whether which while
   whom whose why will wish with without would yesterday yet you your`.split(/\s+/),
)

/** A word without its ending, so that `targets`, `targeted` and `targeting` are one. */
export function stemOf(word: string): string {
  const singular = word
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=[osxz]|[cs]h)es$/, '')
    .replace(/(?<=.[^aious]|...[ao])s$/, '')
  const stem = singular.replace(/(?<=[aeiouy].*[a-z])(?:ing|ed)$/, '')
  return (stem === singular ? stem : stem.replace(/([bdgmnprt])\1$/, '$1')).replace(/(?<=.{3})e$/, '')
}

/** The words of a text without their endings. Names in camel case are split. */
function stemsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9]{2})([A-Z])/g, '$1 $2')
    .replaceAll(/['’](?:s|t|re|ve|ll)?\b/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1)
    .map(stemOf)
}

/** Creates the function that splits texts into words. It leaves out stop words, and joins the words of each of these phrases. */
export function wordSplitter(phrases: readonly string[]): (text: string) => string[] {
  const joined = new Set(phrases.map((phrase) => tellingStemsOf(phrase).join(' ')))
  return (text) => {
    const stems = tellingStemsOf(text)
    const words: string[] = []
    for (let at = 0; at < stems.length;) {
      const length = [3, 2].find((each) => joined.has(stems.slice(at, at + each).join(' '))) ?? 1
      words.push(stems.slice(at, at + length).join(' '))
      at += length
    }
    return words
  }
}

const STOP_STEMS = new Set([...STOP_WORDS].map(stemOf))

/** The words of a text without its stop words, or all if it has no others. */
function tellingStemsOf(text: string): string[] {
  const stems = stemsOf(text)
  const telling = stems.filter((stem) => !STOP_STEMS.has(stem))
  return telling.length > 0 ? telling : stems
}

/** Words for what is done, which say less than those for what it is done to. */
const ACTIONS = new Set('add change create delete edit modify remove set update'.split(' ').map(stemOf))

/** Whether a word of a question says only what is done. */
export function isAction(stem: string): boolean {
  return ACTIONS.has(stem)
}
