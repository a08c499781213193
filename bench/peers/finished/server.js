// Returns the finished response, so that only HTTP remains.
import { serveOperations } from '../serve.js'

const answers = new Map()

serveOperations(async ({ operationName, query }) => {
  const scale = [...query.matchAll(/(?<!\$)\b[ab]\d:/g)].length
  const key = `${operationName}/${scale}`
  if (operationName && !answers.has(key)) {
    const finished = await fetch(`${process.env.UPSTREAM_URL}/finished/${key}`)
    answers.set(key, Buffer.from(await finished.arrayBuffer()))
  }
  return answers.get(key) ?? '{}'
})
