import { viewed, type ViewedBytes } from './viewed-bytes.ts'

interface BufferPoolOptions {
  /** The maximum number of bytes of all buffers, used and unused. Unused buffers beyond it are dropped. */
  maxBytes: number
  /** How long an unused buffer is kept. */
  idleMs: number
}

/** The unused buffers of one size. */
interface Shelf {
  spare: ArrayBuffer[]
  /** The lowest number of unused buffers since the last sweep. This number of buffers was not needed. */
  unneeded: number
}

/**
 * Creates an empty pool of buffers that operations reuse. Responses of the service take megabytes each, and collecting them as
 * garbage would pause the process again and again.
 */
export function createBufferPool({ maxBytes, idleMs }: BufferPoolOptions) {
  const shelves = new Map<number, Shelf>()
  let usedBytes = 0
  let spareBytes = 0
  let isSweepDue = false

  return { take, give, forget, spareBytes: () => spareBytes }

  /** Returns uninitialized bytes. The caller owns them until it calls `give` or `forget`. */
  function take(bytes: number): ViewedBytes<ArrayBuffer> {
    const size = roundedUp(bytes)
    usedBytes += size
    const shelf = shelves.get(size)
    const spare = shelf && popFrom(shelf)
    if (spare) {
      spareBytes -= size
      return viewed(Buffer.from(spare, 0, bytes))
    }
    dropBeyond()
    return viewed(Buffer.allocUnsafeSlow(size).subarray(0, bytes))
  }

  /** Leaves a buffer to the garbage collector, because it may still be read. */
  function forget(pooled: ViewedBytes): void {
    usedBytes -= sizeOf(pooled)
  }

  /**
   * Returns a buffer to the pool. Whoever still has the bytes finds them empty, and never sees the content of another operation.
   * Detaching the memory would be a new object of its size for V8, which collects garbage each time these make up 32 MB.
   */
  function give(pooled: ViewedBytes): void {
    const memory = pooled.bytes.buffer as ArrayBuffer
    Object.assign(pooled, NOTHING)
    const size = memory.byteLength
    usedBytes -= size
    spareBytes += size
    let shelf = shelves.get(size)
    if (!shelf) shelves.set(size, (shelf = { spare: [], unneeded: 0 }))
    shelf.spare.push(memory)
    dropBeyond()
    if (spareBytes > 0) sweepLater()
  }

  /** Drops unused buffers while there are too many bytes. */
  function dropBeyond(): void {
    for (const [size, shelf] of shelves) while (usedBytes + spareBytes > maxBytes && popFrom(shelf)) spareBytes -= size
  }

  function sweepLater(): void {
    if (isSweepDue) return
    isSweepDue = true
    setTimeout(() => {
      isSweepDue = false
      sweep()
      if (spareBytes > 0) sweepLater()
    }, idleMs).unref()
  }

  /** Drops the buffers that were not needed since the last sweep. */
  function sweep(): void {
    for (const [size, shelf] of shelves) {
      spareBytes -= shelf.unneeded * size
      shelf.spare.length -= shelf.unneeded
      shelf.unneeded = shelf.spare.length
      if (shelf.spare.length === 0) shelves.delete(size)
    }
  }
}

const NOTHING = viewed(Buffer.alloc(0))

/** The size of the buffer that these bytes are a part of. */
export function sizeOf({ bytes }: ViewedBytes): number {
  return bytes.buffer.byteLength
}

function popFrom(shelf: Shelf): ArrayBuffer | undefined {
  const spare = shelf.spare.pop()
  shelf.unneeded = Math.min(shelf.unneeded, shelf.spare.length)
  return spare
}

/** Rounds up to one of few sizes, so that buffers can be reused. The size is at most a quarter larger than requested. */
function roundedUp(bytes: number): number {
  const step = 2 ** Math.max(0, Math.floor(Math.log2(bytes)) - 2)
  return Math.ceil(bytes / step) * step
}
