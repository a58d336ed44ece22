// FrontMatter
