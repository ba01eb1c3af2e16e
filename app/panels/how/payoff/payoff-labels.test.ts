import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeLabels, type LabelRequest } from './payoff-labels.ts'

const gap = 8
const labelRequests = (width: number) =>
  fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      x: fc.double({ min: -20, max: width + 20, noNaN: true }),
      width: fc.double({ min: 0, max: 220, noNaN: true }),
      priority: fc.integer({ min: 0, max: 5 }),
      lane: fc.constantFrom(undefined, 'above' as const, 'below' as const),
    }),
    { selector: (request) => request.id, maxLength: 8 },
  )
const widthAndLabels = fc
  .double({ min: 40, max: 1200, noNaN: true })
  .chain((width) => fc.record({ width: fc.constant(width), labels: labelRequests(width) }))
const withoutUndefinedLanes = (labels: { lane?: LabelRequest['lane'] | undefined }[]) =>
  labels.map(({ lane, ...request }) => (lane ? { ...request, lane } : request)) as LabelRequest[]

test('for any widths and positions labels do not overlap, are inside the diagram, and are above or below their marks', () => {
  fc.assert(
    fc.property(widthAndLabels, ({ width, labels }) => {
      const requests = withoutUndefinedLanes(labels)
      const placed = placeLabels(requests, width, gap)
      expect(new Set(placed.map((label) => label.id)).size).toBe(placed.length)
      const boxes = placed.map((label) => ({
        ...label,
        ...requests.find((request) => request.id === label.id)!,
        lane: label.lane,
        left: label.left,
      }))
      for (const box of boxes) {
        const requestedLane = requests.find((request) => request.id === box.id)?.lane
        if (requestedLane) expect(box.lane).toBe(requestedLane)
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

test('the label with the highest priority that fits is never omitted', () => {
  fc.assert(
    fc.property(widthAndLabels, ({ width, labels }) => {
      const requests = withoutUndefinedLanes(labels).map((request, index) => ({
        ...request,
        priority: index,
      }))
      const fittingRequests = requests.filter(
        (request) => request.width > 0 && request.width <= width && request.x >= 0 && request.x <= width,
      )
      const mostImportant = fittingRequests.at(-1)
      if (mostImportant)
        expect(placeLabels(requests, width, gap).map((label) => label.id)).toContain(mostImportant.id)
    }),
  )
})

test('neighbours that would collide in one lane are placed in both lanes', () => {
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

test('if three marks have the same price, "Now" is omitted', () => {
  const placed = placeLabels(
    ['breakeven', 'strike', 'now'].map((id, index) => ({ id, x: 100, width: 120, priority: 4 - index })),
    200,
    gap,
  )
  expect(placed.map((label) => label.id).toSorted()).toEqual(['breakeven', 'strike'])
})

test('a label with enough room is centred on its mark', () => {
  expect(placeLabels([{ id: 'strike', x: 100, width: 60, priority: 1 }], 300)).toEqual([
    { id: 'strike', left: 70, lane: 'above' },
  ])
})
