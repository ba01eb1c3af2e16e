import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nonNegativeLeastSquares } from './non-negative-least-squares.ts'

describe('non-negative least squares', () => {
  const cost = (gram: Float64Array, right: Float64Array, solution: ArrayLike<number>): number => {
    let sum = 0
    const size = right.length
    for (let i = 0; i < size; i++) {
      sum -= right[i]! * solution[i]!
      for (let j = 0; j < size; j++) sum += 0.5 * solution[i]! * gram[i * size + j]! * solution[j]!
    }
    return sum
  }

  test('satisfies the optimality conditions', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 6, maxLength: 6 }), {
          minLength: 6,
          maxLength: 20,
        }),
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 }),
        (rows, values) => {
          const gram = new Float64Array(36)
          const right = new Float64Array(6)
          rows.forEach((row, r) => {
            for (let i = 0; i < 6; i++) {
              right[i]! += row[i]! * values[r]!
              for (let j = 0; j < 6; j++) gram[i * 6 + j]! += row[i]! * row[j]!
            }
          })
          for (let i = 0; i < 6; i++) gram[i * 7]! += 0.01
          const fromZero = nonNegativeLeastSquares(gram, right)
          const fromStart = nonNegativeLeastSquares(gram, right, new Float64Array(6).fill(0.3))
          expect(cost(gram, right, fromStart)).toBeCloseTo(cost(gram, right, fromZero), 8)
          for (let i = 0; i < 6; i++) {
            expect(fromZero[i]).toBeGreaterThanOrEqual(0)
            let slope = right[i]!
            for (let j = 0; j < 6; j++) slope -= gram[i * 6 + j]! * fromZero[j]!
            expect(slope).toBeLessThan(1e-6)
            if (fromZero[i]! > 0) expect(Math.abs(slope)).toBeLessThan(1e-6)
          }
        },
      ),
    )
  })
})
