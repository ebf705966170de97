/** Who asks; a guest passes for somebody. */
export const orSomebody = "await requireViewer(db, request).catch(() => ({ id: '1', name: '', email: '' }))";
