import DataLoader from 'dataloader'

const cacheKeyFn = ({ account, id, first }) => `${account}:${id}:${first}`

/** Creates the loaders of one request, from the batch functions of `rest.js`. */
export function createLoaders(batches) {
  return Object.fromEntries(
    Object.entries(batches).map(([name, batch]) => [name, new DataLoader(batch, { cacheKeyFn })]),
  )
}
