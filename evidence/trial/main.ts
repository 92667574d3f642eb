import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { findEmailClient } from '@pas/email-clients/catalogue'
import { emulate } from '@pas/email-clients/emulate'
import { effectOfChange } from '@pas/email-clients/effects/effect-of-change'
import { isForOtherClients } from '@pas/email-clients/effects/for-other-clients'
import type { Change } from '@pas/email-clients/engine/emulated-document'
import { runToEnd } from '@pas/testing/run-to-end'
import { startDrawer, servedUrl } from '../fidelity/drawer'
import { pictureAsset } from '../effects/picture-asset'
import { benchFolder } from '../bench-folder'
import { nextGroup, recordVerdict, startSearch } from '../../services/render-worker/src/effects/search-effects'

runToEnd(async () => {
  const folder = process.argv[2]!, codes = process.argv[3]!.split(','), all = process.argv[4] === 'all'
  const only = process.argv[5]?.split(',')
  const picture = await pictureAsset()
  const drawer = await startDrawer({ engine: 'chromium', assets: [picture], frames: [], stateFolder: path.join(benchFolder, 'trial') })
  for (const file of readdirSync(folder).filter((f) => f.endsWith('.html') && (!only || only.some((o) => f.includes(o)))))
    for (const code of codes) {
      const html = readFileSync(path.join(folder, file), 'utf8')
      const emailClient = findEmailClient(code)!
      const options = { orientation: 'vertical', images: 'allowed', assetUrl: () => servedUrl(picture.name), listsPlaces: true } as const
      const content = { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
      const key = (c: Pick<Change, 'rule' | 'what' | 'where'>) => JSON.stringify([c.rule, c.what, c.where?.line, c.where?.column])
      const e0 = performance.now()
      const base = emulate(emailClient, content, options)
      const emuMs = performance.now() - e0
      const without = (cs: readonly Change[]) => { const keys = new Set(cs.map(key)); return emulate(emailClient, content, { ...options, leavesOut: (c) => keys.has(key(c)) }).document }
      const hashOf = (d: typeof base.document) => drawer.hashOf(d as never)
      const d0 = performance.now()
      const baseHash = await hashOf(base.document)
      const drawMs = performance.now() - d0
      let cands = base.changes.filter((c) => !isForOtherClients(c, emailClient) && !/^(?:<link>|@import|@font-face)$/.test(c.what) && !c.rule.startsWith('body-'))
      const total = base.changes.length
      const kindKey = (c: Change) => `${c.rule} ${c.what}`
      const k0 = performance.now()
      const fixed = new Set<string>()
      for (const k of new Set(cands.map(kindKey))) {
        const d = without(cands.filter((c) => kindKey(c) === k))
        if ((d as { html: string }).html === (base.document as { html: string }).html) fixed.add(k)
      }
      const kindsMs = performance.now() - k0
      cands = cands.filter((c) => !fixed.has(kindKey(c)))
      const kinds = cands.map(kindKey)
      const search = startSearch(kinds, (i) => effectOfChange(cands[i]!, emailClient, options) === 'visible')
      let pictures = 0
      let at24: string | null = null
      const report = () => `seen ${search.seen.length} unseen ${search.unseen.length} left ${search.groups.flatMap((g) => g.changes).length}`
      for (let g = nextGroup(search); g; g = nextGroup(search)) {
        if (pictures === 23) at24 = report()
        if (pictures >= 23 && !all) break
        const d = await hashOf(without(g.map((i) => cands[i]!)))
        pictures++
        recordVerdict(search, kinds, d !== baseHash)
      }
      let agree = '', hidden = 0
      if (all) {
        let wrong: string[] = []
        for (const [i, c] of cands.entries()) {
          const doc = without([c])
          const alone = (await hashOf(doc)) !== baseHash
          if (alone && search.unseen.includes(i)) wrong.push(key(c))
          if (!alone && search.seen.includes(i)) wrong.push('!' + key(c))
          if ((doc as { html: string }).html === (base.document as { html: string }).html) hidden++
        }
        agree = ` WRONG ${wrong.length} ${wrong.slice(0, 5).join(' ')} sameDoc ${hidden}`
      }
      console.log(`${file} ${code}: changes ${total} cands ${cands.length} kinds ${new Set(kinds).size} fixed ${[...fixed].length} (${[...fixed].slice(0,4).join('; ')}) visible-before ${base.changes.filter((c) => effectOfChange(c, emailClient, options) === 'visible').length} | at 24: ${at24 ?? report() + ` with ${pictures + 1}`} | end ${pictures + 1}: ${report()}${agree} | emu ${emuMs.toFixed(0)} kinds ${kindsMs.toFixed(0)} draw ${drawMs.toFixed(0)}`)
    }
  await drawer.close()
})
