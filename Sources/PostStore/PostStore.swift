// PostStore
