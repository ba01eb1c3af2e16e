import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeLabels, type LabelWish } from './payoff-labels.ts'

const gap = 8
const wishes = (width: number) =>
  fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      x: fc.double({ min: -20, max: width + 20, noNaN: true }),
      width: fc.double({ min: 0, max: 220, noNaN: true }),
      priority: fc.integer({ min: 0, max: 5 }),
      lane: fc.constantFrom(undefined, 'above' as const, 'below' as const),
    }),
    { selector: (wish) => wish.id, maxLength: 8 },
  )
const scene = fc
  .double({ min: 40, max: 1200, noNaN: true })
  .chain((width) => fc.record({ width: fc.constant(width), labels: wishes(width) }))
const clean = (labels: { lane?: LabelWish['lane'] | undefined }[]) =>
  labels.map(({ lane, ...rest }) => (lane ? { ...rest, lane } : rest)) as LabelWish[]

test('whatever the widths and positions, labels never overlap, stay inside and stand at their marks', () => {
  fc.assert(
    fc.property(scene, ({ width, labels }) => {
      const given = clean(labels)
      const placed = placeLabels(given, width, gap)
      expect(new Set(placed.map((label) => label.id)).size).toBe(placed.length)
      const boxes = placed.map((label) => ({
        ...label,
        ...given.find((wish) => wish.id === label.id)!,
        lane: label.lane,
        left: label.left,
      }))
      for (const box of boxes) {
        const wished = given.find((wish) => wish.id === box.id)?.lane
        if (wished) expect(box.lane).toBe(wished)
        expect(box.left).toBeGreaterThanOrEqual(-1e-9)
        expect(box.left + box.width).toBeLessThanOrEqual(width + 1e-9)
        expect(box.left).toBeLessThanOrEqual(box.x + 1e-9)
        expect(box.left + box.width).toBeGreaterThanOrEqual(box.x - 1e-9)
      }
      for (const lane of ['above', 'below']) {
        const row = boxes.filter((box) => box.lane === lane).toSorted((a, b) => a.left - b.left)
        for (let index = 1; index < row.length; index++)
          expect(row[index]!.left - (row[index - 1]!.left + row[index - 1]!.width)).toBeGreaterThanOrEqual(
            gap - 1e-9,
          )
      }
    }),
    { numRuns: 400 },
  )
})

test('the most important label that fits at all is never the one left out', () => {
  fc.assert(
    fc.property(scene, ({ width, labels }) => {
      const given = clean(labels).map((wish, index) => ({ ...wish, priority: index }))
      const possible = given.filter(
        (wish) => wish.width > 0 && wish.width <= width && wish.x >= 0 && wish.x <= width,
      )
      const most = possible.at(-1)
      if (most) expect(placeLabels(given, width, gap).map((label) => label.id)).toContain(most.id)
    }),
  )
})

test('neighbours that would collide in one row stand one above and one below, as Now and Strike once did not', () => {
  const placed = placeLabels(
    [
      { id: 'now', x: 180, width: 80, priority: 2 },
      { id: 'strike', x: 215, width: 70, priority: 3 },
      { id: 'breakeven', x: 150, width: 110, priority: 4 },
    ],
    360,
    gap,
  )
  expect(placed.map((label) => label.id).toSorted()).toEqual(['breakeven', 'now', 'strike'])
  expect(new Set(placed.map((label) => label.lane)).size).toBe(2)
})

test('where all three marks are the same price, "Now" goes and break-even and strike stay', () => {
  const placed = placeLabels(
    ['breakeven', 'strike', 'now'].map((id, index) => ({ id, x: 100, width: 120, priority: 4 - index })),
    200,
    gap,
  )
  expect(placed.map((label) => label.id).toSorted()).toEqual(['breakeven', 'strike'])
})

test('a label with all the room stands centred over its mark', () => {
  expect(placeLabels([{ id: 'strike', x: 100, width: 60, priority: 1 }], 300)).toEqual([
    { id: 'strike', left: 70, lane: 'above' },
  ])
})
