import Posts
import Site

/// The targets that the setting `atproto` of a blog implies.
extension Target {
    /// The name of the target for the articles of a blog.
    static func articlesName(of blog: TargetName) -> String { "\(blog)-articles" }

    /// Returns the targets with one more for each blog with the setting `atproto`. It waits for the blog's page, and the
    /// posts of the account wait for it in place of the blog, so that their cards can name the article.
    /// - Throws: if a blog names no target of the kind `bluesky`, or the new name is taken.
    package static func withArticles(_ targets: [Target]) throws(TargetSettingsError) -> [Target] {
        var all = targets
        for blog in targets {
            guard let name = blog.atproto else { continue }
            guard let index = all.firstIndex(where: { $0.name == name }), case .http(let kind) = all[index].kind,
                let account = kind as? BlueskyTarget
            else { throw blog.badAccount(name, among: targets) }
            let articles = try blog.articles(in: account, of: all[index])
            guard !all.contains(where: { $0.name == articles.name }) else {
                throw TargetSettingsError(
                    target: blog.name.text, setting: "atproto",
                    words: "Galley needs the name “\(articles.name)” for the articles, and a target has it. Rename one."
                )
            }
            all.append(articles)
            if all[index].after == nil || all[index].after == blog.name { all[index].follow(articles, account) }
        }
        return all
    }

    private func badAccount(_ name: TargetName, among targets: [Target]) -> TargetSettingsError {
        let found = targets.first { $0.name == name }.map { "“\(name)” is a \($0.kindName.rawValue)." }
        let accounts = targets.filter { $0.kindName == .bluesky }.map { "“\($0.name)”" }.joined(separator: ", ")
        let advice = accounts.isEmpty ? "Add a target with kind = \"bluesky\"." : "Name one of \(accounts)."
        return TargetSettingsError(
            target: self.name.text, setting: "atproto",
            words: "\(found ?? "There is no target “\(name)”.") Articles need a target of the kind bluesky. \(advice)")
    }

    private func articles(in account: BlueskyTarget, of holder: Target) throws(TargetSettingsError) -> Target {
        let name: TargetName
        do { name = try TargetName(Target.articlesName(of: self.name)) } catch {
            throw TargetSettingsError(
                target: self.name.text, setting: "atproto",
                words: "Its articles would be “\(Target.articlesName(of: self.name))”. \(error.description)")
        }
        var rules = holder.baseRules
        rules.late = .post
        let isRehearsal = isRehearsal || holder.isRehearsal
        let articles = ArticleTarget(account: account, blog: articleBlog, isRehearsal: isRehearsal)
        var target = Target(
            name: name, kind: .http(articles), kindName: .articles, baseRules: rules, after: self.name, delay: .zero,
            slots: .none, isRehearsal: isRehearsal, editPolicy: editPolicy, deletePolicy: deletePolicy, atproto: nil,
            certificateAuthorityFile: holder.certificateAuthorityFile)
        if !isRehearsal { target.missingSecret = holder.missingSecret }
        return target
    }

    private var articleBlog: ArticleBlog {
        guard let settings = site?.settings else {
            let name = place.hostText
            return ArticleBlog(target: self.name, address: place, name: name, description: "", isSite: false)
        }
        return ArticleBlog(
            target: self.name, address: settings.address, name: settings.name, description: settings.description,
            isSite: true)
    }

    private mutating func follow(_ articles: Target, _ account: BlueskyTarget) {
        var account = account
        account.hasArticles = true
        kind = .http(account)
        after = articles.name
    }

    /// Of a target for articles: the addresses of the blog's records; nil if the account is not known yet, and while
    /// requests go to the rehearsal inbox.
    package func articleLinks(facts: [UInt8]?) -> ArticleLinks? {
        guard case .http(let kind) = kind, let articles = kind as? ArticleTarget, !isRehearsal,
            let facts = ArticleFacts(encoded: facts, of: articles.owner)
        else { return nil }
        return ArticleLinks(
            account: facts.account, keys: ArticleKeys(blog: articles.blog.target), publication: facts.site)
    }
}
