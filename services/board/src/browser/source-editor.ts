/*
 * Puts an editor with line numbers and findings into the place of the field in which an email is changed. It stands in a
 * shadow root, where its styles are adopted style sheets: the content security policy allows no inline ones. The form
 * sends the field, which has the editor's text.
 */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { HighlightStyle, LRLanguage, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, lintKeymap, nextDiagnostic, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Text } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { parser as cssParser } from '@lezer/css'
import { tags } from '@lezer/highlight'
import { configureNesting, parser as htmlParser } from '@lezer/html'
import { byId } from './parts/dom'
import { editorTheme } from './parts/editor-theme'

interface SourceFinding {
  line: number
  column: number
  end_line: number
  /** Null where only its beginning is known. */
  end_column: number | null
  severity: 'error' | 'warning' | 'note'
  text: string
}

const html = LRLanguage.define({
  parser: htmlParser.configure({
    wrap: configureNesting(
      [{ tag: 'style', parser: cssParser }],
      [{ name: 'style', parser: cssParser.configure({ top: 'Styles' }) }],
    ),
  }),
})

const highlighting = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--accent)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--attention)' },
  { tag: [tags.attributeValue, tags.string, tags.number, tags.color], color: 'var(--good)' },
  { tag: [tags.comment, tags.documentMeta, tags.processingInstruction], color: 'var(--muted)' },
])

function startEditor(place: HTMLElement, field: HTMLTextAreaElement): EditorView {
  const host = document.createElement('div')
  host.className = 'source-editor'
  field.before(host)
  const root = host.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: field.value,
      extensions: [
        lintGutter(),
        lineNumbers(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        html,
        syntaxHighlighting(highlighting),
        EditorState.tabSize.of(2),
        EditorState.phrases.of(JSON.parse(place.dataset.phrases ?? '{}') as Record<string, string>),
        EditorView.contentAttributes.of({
          'aria-label': place.dataset.label ?? '',
          spellcheck: 'false',
          tabindex: '0',
        }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) field.value = state.doc.toString()
        }),
        editorTheme,
        // The form's own key sends it.
        keymap.of([
          { key: 'Mod-Enter', run: () => true },
          { key: 'F8', run: goToNextFinding },
          ...lintKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
      ],
    }),
  })
  field.hidden = true
  // What focuses the field means the editor: the form's script, and the field's label.
  field.focus = () => view.focus()
  document.querySelector('label[for=source]')?.addEventListener('click', () => view.focus())
  return view
}

function goToLine(view: EditorView, line: number): void {
  if (!Number.isInteger(line) || line < 1) return
  const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines))
  view.dispatch({
    selection: { anchor: from },
    effects: EditorView.scrollIntoView(from, { y: 'center' }),
  })
  view.focus()
}

/** Puts the cursor at the finding's start. At the end of a long line, the start and the finding's text are out of sight. */
function goToNextFinding(view: EditorView): boolean {
  if (!nextDiagnostic(view)) return false
  const { from, to } = view.state.selection.main
  view.dispatch({ selection: { anchor: to, head: from }, scrollIntoView: true })
  return true
}

function placeIn(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines))
  return Math.min(to, from + Math.max(0, column - 1))
}

/** Only the first line of a long element is marked, and a tag of which only the beginning is known. */
function endIn(
  doc: Text,
  from: number,
  { line, end_line, end_column }: Pick<SourceFinding, 'line' | 'end_line' | 'end_column'>,
): number {
  const { to } = doc.lineAt(from)
  if (end_column !== null) return end_line === line ? placeIn(doc, line, end_column) : to
  const length = doc.sliceString(from, to).indexOf('>') + 1
  return length === 0 ? to : from + length
}

const severityOf = { error: 'error', warning: 'warning', note: 'info' } as const

async function showFindings(view: EditorView, url: string): Promise<void> {
  const answer = await fetch(url).catch(() => null)
  // The email can be changed without its findings, too.
  if (!answer?.ok) return
  const findings = (await answer.json()) as SourceFinding[]
  const { doc } = view.state
  const diagnostics = findings.map(({ severity, text, ...at }): Diagnostic => {
    const from = placeIn(doc, at.line, at.column)
    return { from, to: Math.max(from, endIn(doc, from, at)), severity: severityOf[severity], message: text }
  })
  view.dispatch(
    setDiagnostics(
      view.state,
      diagnostics.sort((one, other) => one.from - other.from),
    ),
  )
}

const place = document.getElementById('source-field')
if (place) {
  const view = startEditor(place, byId<HTMLTextAreaElement>('source'))
  goToLine(view, Number(place.dataset.line ?? 0))
  if (place.dataset.findings !== undefined) void showFindings(view, place.dataset.findings)
}
