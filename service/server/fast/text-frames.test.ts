/** Frames, parsed by the receiver of ws. */
import { Duplex, type Writable } from 'node:stream'
import * as ws from 'ws'
import { expect, test } from 'vitest'
import { TextFrames } from './text-frames.ts'

// Exported, but in no type declaration.
const { Receiver } = ws as unknown as { Receiver: new (options: { maxPayload: number }) => Writable }

/** A socket with a client; `pause` stops reading, `resume` continues. */
function openSocket() {
  const texts: string[] = []
  const receiver = new Receiver({ maxPayload: 2 ** 24 })
  receiver.on('message', (data: Buffer, isBinary: boolean) =>
    texts.push(isBinary ? 'binary' : data.toString('utf8')),
  )
  let held: (() => void)[] | undefined
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      const read = () => {
        receiver.write(Buffer.from(chunk))
        done()
      }
      if (held) held.push(read)
      else read()
    },
  })
  return {
    socket,
    texts,
    pause: () => void (held = []),
    resume() {
      const waiting = held ?? []
      held = undefined
      for (const read of waiting) read()
    },
  }
}

test.each([
  ['nothing', ''],
  ['125 bytes', 'x'.repeat(125)],
  ['126 bytes', 'x'.repeat(126)],
  ['65535 bytes', 'x'.repeat(65_535)],
  ['65536 bytes', 'x'.repeat(65_536)],
  ['more than there is room for', 'x'.repeat(300_000)],
  ['letters of more than a byte', 'é€😀'.repeat(40)],
])('a text of %s comes as it was', (_, text) => {
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
  const long = (at: number) => `${at} `.repeat(2000)
  for (let at = 0; at < 50; at++) {
    if (at % 10 === 0) frames.write(slow.socket, long(at))
    frames.write(fast.socket, long(1000 + at))
  }
  expect(fast.texts).toEqual(Array.from({ length: 50 }, (_, at) => long(1000 + at)))
  slow.resume()
  expect(slow.texts).toEqual([0, 10, 20, 30, 40].map(long))
})
