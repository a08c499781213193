// Returns the finished response, so that only HTTP remains.
import { accountsIn, serveOperations } from '../serve.js'

const answers = new Map()

serveOperations(async ({ operationName, variables }) => {
  const key = `${operationName}/${accountsIn(variables)}`
  if (operationName && !answers.has(key)) {
    const finished = await fetch(`${process.env.UPSTREAM_URL}/finished/${key}`)
    answers.set(key, Buffer.from(await finished.arrayBuffer()))
  }
  return answers.get(key) ?? '{}'
})
