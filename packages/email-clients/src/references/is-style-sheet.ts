/** Whether an asset of this content type is a style sheet, which refers to further assets. */
export const isStyleSheet = ({ contentType }: { contentType: string }): boolean =>
  contentType.toLowerCase().startsWith('text/css')
