// Made by generate/generate-support.ts from caniemail 1.0.5 (MIT), client wp-pl/desktop-webmail. Do not edit.
import type { SupportCells } from '../emulate/support'

export const wpPlDesktopWebmailCells: SupportCells = {
  'at-rule:import': [['n', 'css-at-import', '2023-12']],
  'element:link': [['n', 'html-link', '2023-12']],
  'element:style': [['y', 'html-style', '2023-12']],
  'syntax:important': [['n', 'css-important', '2023-12']],
}
