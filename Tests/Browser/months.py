"""Finds fields of the Date panel that are too narrow, at several panel widths and with the months of several languages,
in any browser.

A field's required width shows its longest month whole, or a time with all its parts.
"""

MONTHS = """() => {
  const panel = document.querySelector("date-panel"), found = []
  const select = document.querySelector("#date-month"), time = document.querySelector("#date-time")
  time.value = "22:58"
  const ownWidth = field => {
    const probe = field.cloneNode(true)
    probe.style.cssText = "position: absolute; width: max-content"
    field.parentElement.append(probe)
    const { width } = probe.getBoundingClientRect()
    probe.remove()
    return width
  }
  const languages = ["en", "de", "el", "fi", "ga", "gd", "hu", "hy", "ka", "lt", "mk", "my", "ru", "ta", "vi", "yo", "zu", "ar", "ja"]
  for (const language of languages) {
    const format = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" })
    // Not every browser knows Irish, whose October is among the longest.
    const name = month => language === "ga" ? "Deireadh Fómhair" : format.format(Date.UTC(2026, month, 1));
    [...select.options].forEach((option, month) => { option.textContent = name(month) })
    for (const width of [230, 260, 290, 330, 360, 375, 376, 399, 400, 420, 440, 600]) {
      panel.style.width = `${width}px`
      const wanted = [select, time].map(ownWidth)
      const own = [select, time].map(field => field.getBoundingClientRect().width)
      const right = Math.max(...[...panel.querySelectorAll(".date-cell .field")].map(one => one.getBoundingClientRect().right))
      const outside = right - panel.getBoundingClientRect().right
      const isNarrow = own.some((one, index) => !one || one < wanted[index] - 0.5)
      if (isNarrow || outside > 0.5) found.push([language, width, ...own, ...wanted, outside].join(" "))
    }
  }
  return found
}"""
