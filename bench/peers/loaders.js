import DataLoader from 'dataloader'

const cacheKeyFn = ({ account, id, first }) => `${account}:${id}:${first}`
const statsKeyFn = ({ account, id, startTime, endTime, granularity }) =>
  `${account}:${id}:${startTime}:${endTime}:${granularity}`

/** Creates the loaders of one request, from the batch functions of `rest.js`. */
export function createLoaders(batches) {
  return Object.fromEntries(
    Object.entries(batches).map(([name, batch]) => [
      name,
      new DataLoader(batch, { cacheKeyFn: name.endsWith('Stats') ? statsKeyFn : cacheKeyFn }),
    ]),
  )
}
