/** Shares a file through the device, or downloads it where the device cannot share files. */
export async function shareFile(blob: Blob, name: string, title: string): Promise<void> {
  const files = [new File([blob], name, { type: blob.type })];
  if ("canShare" in navigator && navigator.canShare({ files })) {
    await navigator.share({ files, title }).catch(() => undefined); // the player cancelled
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
