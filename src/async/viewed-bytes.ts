/**
 * Bytes, and a view of them for reading and writing several at a time. Once their memory was released, both are empty: another
 * operation may use it. So nobody keeps one of the two while waiting.
 */
export interface ViewedBytes<Memory extends ArrayBufferLike = ArrayBufferLike> {
  readonly bytes: Buffer<Memory>
  readonly view: DataView
}

export function viewed<Memory extends ArrayBufferLike>(bytes: Buffer<Memory>): ViewedBytes<Memory> {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) }
}
