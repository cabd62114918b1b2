import {
  isBinaryExpression,
  isConditionalExpression,
  isExpressionStatement,
  isFunctionLikeDeclaration,
  isIfStatement,
  isImportDeclaration,
  isInterfaceDeclaration,
  isNumericLiteral,
  isPrefixUnaryExpression,
  isTaggedTemplateExpression,
  isTemplateLiteralToken,
  isThrowStatement,
  isTypeAliasDeclaration,
  isTypeNode,
  SyntaxKind,
} from 'typescript/unstable/ast'
import type { Node, SourceFile } from 'typescript/unstable/ast'

/** One place in a file, and what stands there instead. */
export interface Mutation {
  readonly start: number
  readonly end: number
  readonly text: string
  /** Whether it runs once, when the module is loaded, and so in no test of its own. */
  readonly atLoad: boolean
}

type Change = Omit<Mutation, 'atLoad'>

const otherOperators: ReadonlyMap<SyntaxKind, string> = new Map([
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
])

const otherSql: readonly (readonly [RegExp, string])[] = [
  [/ AND /g, ' OR '],
  [/ IS NULL/g, ' IS NOT NULL'],
  [/ IS NOT NULL/g, ' IS NULL'],
  [/ > /g, ' >= '],
  [/ < /g, ' <= '],
  [/ >= /g, ' > '],
  [/ <= /g, ' < '],
]

/** Every small mistake that could be in a file: a condition, constant, operator, statement or line of SQL that differs. */
export function mutationsOf(file: SourceFile): Mutation[] {
  const found: Mutation[] = []
  const visit = (node: Node, atLoad: boolean): void => {
    if (isImportDeclaration(node) || isInterfaceDeclaration(node) || isTypeAliasDeclaration(node) || isTypeNode(node))
      return
    found.push(...changesOf(node, file).map((change) => ({ ...change, atLoad })))
    node.forEachChild((child) => visit(child, atLoad && !isFunctionLikeDeclaration(node)))
  }
  visit(file, true)
  return found
}

function changesOf(node: Node, file: SourceFile): Change[] {
  const become = (...texts: string[]): Change[] =>
    texts.map((text) => ({ start: node.getStart(file), end: node.end, text }))
  if (isIfStatement(node)) {
    const { expression } = node
    return ['true', 'false'].map((text) => ({ start: expression.getStart(file), end: expression.end, text }))
  }
  if (isConditionalExpression(node)) return become(node.whenTrue.getText(file), node.whenFalse.getText(file))
  if (isBinaryExpression(node)) {
    const { left, operatorToken: operator, right } = node
    if (operator.kind === SyntaxKind.AmpersandAmpersandToken || operator.kind === SyntaxKind.BarBarToken)
      return become(left.getText(file), right.getText(file))
    const other = otherOperators.get(operator.kind)
    return other === undefined ? [] : [{ start: operator.getStart(file), end: operator.end, text: other }]
  }
  if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
    return become(node.operand.getText(file))
  if (isNumericLiteral(node)) return become(String(Number(node.text) + 1))
  if (node.kind === SyntaxKind.TrueKeyword) return become('false')
  if (node.kind === SyntaxKind.FalseKeyword) return become('true')
  // What is done for its effect, a check among others, is left out.
  if (isExpressionStatement(node) || isThrowStatement(node)) return become('void 0')
  return isTemplateLiteralToken(node) && isSql(node) ? changesOfSql(node, file) : []
}

/** Whether a piece of a template belongs to one with the tag `sql`. */
function isSql(piece: Node): boolean {
  let node = piece
  while (node.kind !== SyntaxKind.SourceFile && !isTaggedTemplateExpression(node)) node = node.parent
  return isTaggedTemplateExpression(node) && node.tag.getText() === 'sql'
}

function changesOfSql(piece: Node, file: SourceFile): Change[] {
  const start = piece.getStart(file)
  return otherSql.flatMap(([pattern, text]) =>
    [...piece.getText(file).matchAll(pattern)].map((match) => {
      const at = start + match.index
      return { start: at, end: at + match[0].length, text }
    }),
  )
}
