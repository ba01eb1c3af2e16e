/** Uploaded fonts in SQL. The files are base64 text, which archives of the store can contain. */
import type { Kysely } from 'kysely'
import type { FontRepository } from '#service/store/fonts.ts'
import type { Tables } from './tables.ts'

const infoColumns = [
  'font_id',
  'partner_id',
  'family',
  'weight',
  'style',
  'file',
  'metrics',
  'created_at',
] as const

export function sqlFonts(db: Kysely<Tables>): FontRepository {
  return {
    async add({ fontId, partnerId, family, weight, style, file, metrics, createdAt, bytes }) {
      await db
        .insertInto('font_faces')
        .values({
          font_id: fontId,
          partner_id: partnerId,
          family,
          weight,
          style,
          file,
          metrics: JSON.stringify(metrics),
          created_at: createdAt,
          body: Buffer.from(bytes).toString('base64'),
        })
        .execute()
    },
    async list({ fontId, partnerId }) {
      const rows = await db
        .selectFrom('font_faces')
        .select(infoColumns)
        .$if(fontId !== undefined, (query) => query.where('font_id', '=', fontId!))
        .$if(partnerId !== undefined, (query) => query.where('partner_id', '=', partnerId!))
        .orderBy('font_id')
        .orderBy('style')
        .orderBy('weight')
        .execute()
      return rows.map(({ font_id, partner_id, metrics, created_at, ...row }) => ({
        ...row,
        fontId: font_id,
        partnerId: partner_id,
        metrics: JSON.parse(metrics),
        createdAt: created_at,
      }))
    },
    async bytes(fontId, file) {
      const row = await db
        .selectFrom('font_faces')
        .select('body')
        .where('font_id', '=', fontId)
        .where('file', '=', file)
        .executeTakeFirst()
      return row && new Uint8Array(Buffer.from(row.body, 'base64'))
    },
    async remove(fontId) {
      const result = await db.deleteFrom('font_faces').where('font_id', '=', fontId).executeTakeFirst()
      return result.numDeletedRows > 0n
    },
  }
}
