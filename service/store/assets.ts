/**
 * Files of the app, which each node publishes for nodes that have another build. All of them are public.
 */

/** A file below `/assets/`. */
export type PublishedAsset = {
  /** Path without the first slash, `assets/app-1.js`. It contains a hash of the content. */
  readonly name: string
  /** `Content-Type`. */
  readonly type: string
  /** ETag of the uncompressed content, with quotes. */
  readonly etag: string
  /** Encoding of `body`. */
  readonly encoding: 'br' | 'identity'
  readonly body: Uint8Array<ArrayBuffer>
}

export interface AssetRepository {
  /** Times of the last publication by name, milliseconds since the epoch. */
  publicationTimes(): Promise<ReadonlyMap<string, number>>
  find(name: string): Promise<PublishedAsset | undefined>
  /** Adds files. Only the time of files that are published already changes. */
  publish(assets: readonly PublishedAsset[], now: number): Promise<void>
}
