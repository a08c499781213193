/** The parts of a JSON text that take time and memory when it is parsed. */
export interface JsonCounts {
  values: number
  /**
   * Members that come after others than in all objects before, by their names: for each the engine makes a hidden class. An
   * object with the members of another one, in the same order, adds none.
   */
  shapes: number
}

/** The tokens that are read in one step. */
const TOKENS_AT_ONCE = 4_096

/** 1 for the code of each character that begins a token. */
const IS_TOKEN = new Uint8Array(128)
for (const character of '",:[{}') IS_TOKEN[character.charCodeAt(0)] = 1

/** Counts the contents of a JSON text before it is parsed, up to the first count that is above its maximum. Yields between its steps. */
export function* countJson(text: string, max: JsonCounts): Generator<void, JsonCounts, undefined> {
  const counts: JsonCounts = { values: 0, shapes: 0 }
  /** A number for each shape, by the number of the shape without its last member, and that member's name. */
  const known = new Map<string, number>()
  /** The shape of the object so far, and the shapes of the objects around it. */
  let shape = 0
  const around: number[] = []
  /** The last string. */
  let start = 0
  let end = 0
  /** A value after a comma is counted with the comma. */
  let isCounted = false
  let tokens = 0
  // A pattern would make an object for each token.
  for (let at = 0; at < text.length; at += 1) {
    if (IS_TOKEN[text.charCodeAt(at)] !== 1) continue
    const char = text[at]
    if (char === '"') {
      start = at
      at = end = endOfString(text, at + 1)
    } else if (char === ',') counts.values += 1
    else if (char === ':') {
      const next = `${shape}${text.slice(start, end)}`
      if (!known.has(next)) known.set(next, (counts.shapes += 1))
      shape = known.get(next) ?? 0
    } else if (char === '}') shape = around.pop() ?? 0
    else {
      if (!isCounted) counts.values += 1
      if (char === '{') {
        around.push(shape)
        shape = 0
      }
    }
    if (counts.values > max.values || counts.shapes > max.shapes) break
    isCounted = char === ','
    tokens += 1
    if (tokens % TOKENS_AT_ONCE === 0) yield
  }
  return counts
}

/** The position of the quote at the end of a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before -= 1
  return (at - before) % 2 === 1
}
