export const isStyleSheet = ({ contentType }: { contentType: string }): boolean =>
  contentType.toLowerCase().startsWith('text/css')
