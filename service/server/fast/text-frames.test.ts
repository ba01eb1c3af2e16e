/** Parses the frames with the receiver of ws. */
import { Duplex, type Writable } from 'node:stream'
import * as ws from 'ws'
import { expect, test } from 'vitest'
import { TextFrames } from './text-frames.ts'

// ws exports it, but does not declare its type.
const { Receiver } = ws as unknown as { Receiver: new (options: { maxPayload: number }) => Writable }

/** Opens a socket with a client. `pause` stops reading, `resume` continues. */
function openSocket() {
  const texts: string[] = []
  const receiver = new Receiver({ maxPayload: 2 ** 24 })
  receiver.on('message', (data: Buffer, isBinary: boolean) =>
    texts.push(isBinary ? 'binary' : data.toString('utf8')),
  )
  let pausedWrites: (() => void)[] | undefined
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, callback) {
      const deliver = () => {
        receiver.write(Buffer.from(chunk))
        callback()
      }
      if (pausedWrites) pausedWrites.push(deliver)
      else deliver()
    },
  })
  return {
    socket,
    texts,
    pause: () => void (pausedWrites = []),
    resume() {
      const waiting = pausedWrites ?? []
      pausedWrites = undefined
      for (const deliver of waiting) deliver()
    },
  }
}

test.each([
  ['no bytes', ''],
  ['125 bytes', 'x'.repeat(125)],
  ['126 bytes', 'x'.repeat(126)],
  ['65535 bytes', 'x'.repeat(65_535)],
  ['65536 bytes', 'x'.repeat(65_536)],
  ['more bytes than the slab', 'x'.repeat(300_000)],
  ['multi-byte characters', 'é€😀'.repeat(40)],
])('a text of %s arrives unchanged', (_, text) => {
  const { socket, texts } = openSocket()
  const frames = new TextFrames()
  frames.write(socket, text)
  frames.write(socket, 'after it')
  expect(texts).toEqual([text, 'after it'])
})

test('joins parts with commas', () => {
  const { socket, texts } = openSocket()
  const frames = new TextFrames()
  frames.writeList(socket, '[', ['1', '"é"', '3'], ']')
  frames.writeList(socket, '[', ['1'], ']')
  frames.writeList(socket, '[', [], ']')
  expect(texts).toEqual(['[1,"é",3]', '[1]', '[]'])
})

test('unsent frames keep their memory while other sockets are written to', () => {
  const frames = new TextFrames()
  const [slow, fast] = [openSocket(), openSocket()]
  slow.pause()
  const long = (index: number) => `${index} `.repeat(2000)
  for (let index = 0; index < 50; index++) {
    if (index % 10 === 0) frames.write(slow.socket, long(index))
    frames.write(fast.socket, long(1000 + index))
  }
  expect(fast.texts).toEqual(Array.from({ length: 50 }, (_, index) => long(1000 + index)))
  slow.resume()
  expect(slow.texts).toEqual([0, 10, 20, 30, 40].map(long))
})
