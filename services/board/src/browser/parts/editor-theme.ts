import { EditorView } from '@codemirror/view'

const sign = (text: string, colour: string) => ({
  content: `"${text}"`,
  color: `var(${colour})`,
  fontWeight: '700',
})

const line = (colour: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy var(${colour})`,
  textUnderlineOffset: '3px',
})

/**
 * The page's colours, which change with the theme. CodeMirror's own signs of findings are `data:` pictures, which the
 * content security policy refuses: here they are characters.
 */
export const editorTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.25rem' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    border: '0',
    borderRight: '1px solid var(--line)',
    backgroundColor: 'var(--ground)',
    color: 'var(--muted)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--tint) 55%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--tint)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 30%, transparent)',
  },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--attention-tint)', color: 'inherit' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--attention)', backgroundColor: 'transparent' },
  '.cm-panels, .cm-tooltip': {
    borderColor: 'var(--line)',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
  },
  '.cm-panels button, .cm-button': {
    border: '1px solid var(--control)',
    borderRadius: '6px',
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
  },
  '.cm-textfield': {
    border: '1px solid var(--control)',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
  },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { backgroundColor: 'var(--tint)', color: 'var(--text)' },
  '.cm-diagnostic': { fontFamily: 'system-ui, sans-serif', maxWidth: '40rem' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--attention)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--muted)' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-lint-marker': { width: '1rem', height: '1.25rem', lineHeight: '1.25rem', textAlign: 'center' },
  '.cm-lint-marker-error, .cm-lint-marker-warning, .cm-lint-marker-info': { content: 'normal' },
  '.cm-lint-marker-error::before': sign('✕', '--bad'),
  '.cm-lint-marker-warning::before': sign('!', '--attention'),
  '.cm-lint-marker-info::before': sign('i', '--muted'),
  '.cm-lintRange-error': line('--bad'),
  '.cm-lintRange-warning': line('--attention'),
  '.cm-lintRange-info': line('--line'),
  '.cm-lintRange-active': { backgroundColor: 'var(--attention-tint)' },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--bad)' },
})
